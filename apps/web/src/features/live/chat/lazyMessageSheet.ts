import { lazyComponent } from '../../../ui/index.ts'

// In their own chunk, with other overlays: most visits open neither.
const overlays = () => import('./MessageSheet.tsx')
export const MessageSheet = lazyComponent(async () => (await overlays()).MessageSheet, {
	overlay: true,
	trigger: ({ item }) => item !== undefined,
})
export const RemoveDialog = lazyComponent(async () => (await overlays()).RemoveDialog, {
	overlay: true,
	trigger: ({ person }) => person !== undefined,
})
export const TooLongDialog = lazyComponent(async () => (await overlays()).TooLongDialog, { overlay: true })
