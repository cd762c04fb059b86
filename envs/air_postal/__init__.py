"""Air Postal: pilots open the first air routes of the world, with mail, passengers and their own fame aboard."""
