import { lazyComponent } from '../../../ui/index.ts'

// Phones load none of it.
const bar = () => import('./LaptopBar.tsx')
export const BarStart = lazyComponent(async () => (await bar()).BarStart)
export const BarEnd = lazyComponent(async () => (await bar()).BarEnd)
export const RoomPanel = lazyComponent(async () => (await import('./RoomPanel.tsx')).RoomPanel)
