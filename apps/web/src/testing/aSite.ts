import type { SiteInfo } from '@parley/api'
import { useSite } from '../features/site/index.ts'

/** The kind of site the page stands on; a test names what it is about. */
export const setSite = (info: Partial<SiteInfo> | undefined) =>
	useSite.setState({
		info: info && {
			companyId: 'c1' as SiteInfo['companyId'],
			type: 2,
			isOa: false,
			isPrivate: false,
			messengerLogin: true,
			deviceMakerLogin: true,
			...info,
		},
	})
