import { lazyComponent } from '../../../ui/index.ts'

// Most visits meet no waiting room.
export const WaitingScreen = lazyComponent(async () => (await import('./WaitingScreen.tsx')).WaitingScreen)
export const DeniedScreen = lazyComponent(async () => (await import('./DeniedScreen.tsx')).DeniedScreen)
export const AdmitCard = lazyComponent(async () => (await import('./AdmitCard.tsx')).AdmitCard)
