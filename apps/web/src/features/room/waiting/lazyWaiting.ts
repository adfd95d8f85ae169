import { lazyComponent } from '../../../ui/index.ts'

// Most visits meet no waiting room.
export const WaitingScreen = lazyComponent(async () => (await import('./WaitingScreen.tsx')).WaitingScreen)
export const AdmitCard = lazyComponent(async () => (await import('./AdmitCard.tsx')).AdmitCard)
