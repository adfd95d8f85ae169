import { lazyComponent } from '../../../ui/index.ts'

// The code that draws QR codes is loaded with the sheet that shows one.
export const LinkAndCode = lazyComponent(async () => (await import('./LinkAndCode.tsx')).LinkAndCode)
