import { lazyComponent } from '../../../ui/index.ts'

// What draws codes is loaded with the sheet that shows one.
export const LinkAndCode = lazyComponent(async () => (await import('./LinkAndCode.tsx')).LinkAndCode)
