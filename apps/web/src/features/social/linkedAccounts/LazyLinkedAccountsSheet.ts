import { lazyComponent } from '../../../ui/index.ts'

/** LinkedAccountsSheet, loaded when it is first opened. */
export const LazyLinkedAccountsSheet = lazyComponent(
	async () => (await import('./LinkedAccountsSheet.tsx')).LinkedAccountsSheet,
	{ overlay: true },
)
