import { compile } from '@inlang/paraglide-js'
import { compilerOptions } from './messageCompiler.ts'

// Types, lint and tests need the compiled messages without a build of the page.
await compile(compilerOptions)
// The compiler keeps timers that would hold the process for half a minute.
process.exit(0)
