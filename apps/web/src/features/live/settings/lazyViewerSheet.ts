import { lazyComponent } from '../../../ui/index.ts'

// In a chunk of its own, with what opens over a screen.
export const ViewerSheet = lazyComponent(async () => (await import('./ViewerSheet.tsx')).ViewerSheet, { overlay: true })
