print("staticmap")
