import { build } from 'vite'

// Vite's command line waits for whatever its plugins left running (the message compiler keeps timers for half a minute).
await build({ logLevel: 'warn', build: { outDir: process.argv[2], emptyOutDir: true } })
process.exit(0)
