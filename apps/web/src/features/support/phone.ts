import { useEffect } from 'react'
import { refreshSite, useSite } from '../site/index.ts'

/** Whom to call until the site has said (OP-101). */
const firstPhone = '400-000-0000'

/** Whom to call: a number that is always there until the site has said its own; empty where the site has none (PERS-12). */
export function useSupportPhone(): string {
	const copyright = useSite(site => site.copyright)
	useEffect(() => {
		if (!copyright) void refreshSite()
	}, [copyright])
	return copyright ? copyright.telephone : firstPhone
}

/** What a phone dials of a number as people write it. */
export const telephoneLink = (telephone: string): string => `tel:${telephone.replace(/[^\d+*#]/g, '')}`
