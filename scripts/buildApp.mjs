import { build } from 'vite'

// Vite's command line waits for timers of its plugins (the message compiler keeps some for half a minute).
await build({ logLevel: 'warn', build: { outDir: process.argv[2], emptyOutDir: true } })
process.exit(0)
