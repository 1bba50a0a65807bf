module example.com/astro

go 1.24
