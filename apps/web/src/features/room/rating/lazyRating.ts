import { lazyComponent } from '../../../ui/index.ts'

// It comes after the call.
export const CallRating = lazyComponent(async () => (await import('./CallRating.tsx')).CallRating)
