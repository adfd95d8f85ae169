import { useEffect } from 'react'
import { refreshSite, useSite } from '../site/index.ts'

/** Until the settings of the site are loaded (OP-101). */
const defaultPhone = '400-000-0000'

/** The telephone number of the support (PERS-12); empty where the site has none. */
export function useSupportPhone(): string {
	const copyright = useSite(site => site.copyright)
	useEffect(() => {
		if (!copyright) void refreshSite()
	}, [copyright])
	return copyright ? copyright.telephone : defaultPhone
}

/** A `tel:` address of a number as people write it. */
export const telephoneUrl = (telephone: string): string => `tel:${telephone.replace(/[^\d+*#]/g, '')}`
