import type { SiteInfo } from '@parley/api'
import { useSite } from '../features/site/index.ts'

/** Sets the site of the page; undefined for an unknown one. */
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
