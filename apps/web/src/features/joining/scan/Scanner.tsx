import { lazyComponent } from '../../../ui/index.ts'

/** {@link ScannerSheet}, loaded with the tap that opens it. */
export const Scanner = lazyComponent(async () => (await import('./ScannerSheet.tsx')).ScannerSheet, { overlay: true })
