import { useState } from 'react'
import { lazyComponent } from '../../ui/index.ts'
import type { Provider } from './provider.ts'
import type { AccountKind } from './socialSignIn.ts'

const LinkedAccountsSheet = lazyComponent(async () => (await import('./LinkedAccountsSheet.tsx')).LinkedAccountsSheet, {
	overlay: true,
})

export interface LinkedAccountsProps {
	open: boolean
	onClose(): void
	/** To the screen that proves who somebody is, and then unlinks. */
	onUnlink(provider: Provider, way: AccountKind): void
}

/** The sheet of links; it comes with its first use and then stays. */
export function LinkedAccounts(props: LinkedAccountsProps) {
	const [wanted, setWanted] = useState(false)
	if (props.open && !wanted) setWanted(true)
	if (!wanted) return null
	return <LinkedAccountsSheet {...props} />
}
