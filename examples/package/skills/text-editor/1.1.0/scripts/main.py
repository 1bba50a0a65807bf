print("edit all of it")
