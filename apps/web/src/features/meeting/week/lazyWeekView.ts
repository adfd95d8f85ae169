import { lazyComponent } from '../../../ui/index.ts'

// Only a laptop shows weeks, and only if asked to.
export const WeekView = lazyComponent(async () => (await import('./WeekView.tsx')).WeekView)
