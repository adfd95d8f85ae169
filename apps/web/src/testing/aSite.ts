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

/** Defaults for scheduling, as the server sends them. */
export const aSiteManage = (fields: object = {}) => ({
	duration: 5400,
	pattern: 0,
	privacy: 0,
	live: 0,
	isIntranet: 0,
	isOaSite: 0,
	select_invitees: 0,
	is_login: 1,
	...fields,
})
