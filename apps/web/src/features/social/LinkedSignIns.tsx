import { useState } from 'react'
import { lazyComponent } from '../../ui/index.ts'
import type { ProofWay } from './links.ts'
import type { Provider } from './provider.ts'

const LinksSheet = lazyComponent(async () => (await import('./LinksSheet.tsx')).LinksSheet, { overlay: true })

export interface LinkedSignInsProps {
	open: boolean
	onClose(): void
	/** To the screen that proves who somebody is, and then unlinks. */
	onUnlink(provider: Provider, way: ProofWay): void
}

/** The sheet of links; it comes with its first use and then stays. */
export function LinkedSignIns(props: LinkedSignInsProps) {
	const [wanted, setWanted] = useState(false)
	if (props.open && !wanted) setWanted(true)
	if (!wanted) return null
	return <LinksSheet {...props} />
}
