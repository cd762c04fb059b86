"""`python -m mailwing` is the `mailwing` command."""

from mailwing.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
