import { useState } from 'react'

interface Kept {
	address: string | undefined
	/** Its token no longer works. */
	isRefused: boolean
}

/**
 * Another request returns another token, which is no reason to reload the picture: the address stays while it differs in
 * nothing else, until the token is refused. Addresses of this server have no token.
 */
export function useSteadyAddress(latest: string | undefined): [address: string | undefined, refuse: () => void] {
	const [kept, setKept] = useState<Kept>({ address: undefined, isRefused: false })
	const isAnother = kept.isRefused ? kept.address !== latest : withoutToken(kept.address) !== withoutToken(latest)
	if (isAnother) setKept({ address: latest, isRefused: false })
	return [isAnother ? latest : kept.address, () => setKept(({ address }) => ({ address, isRefused: true }))]
}

const withoutToken = (address: string | undefined): string | undefined => address?.replace(/[?&]token=[^&]*/, '')
