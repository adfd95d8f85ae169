import { type ComponentType, lazy } from 'react'

/** A part the landing stands without: one that cannot be fetched is waited for in silence, and nothing breaks. */
export const ornament = <P>(load: () => Promise<ComponentType<P>>) =>
	lazy(() =>
		load().then(
			part => ({ default: part }),
			() => new Promise<never>(() => {}),
		),
	)
