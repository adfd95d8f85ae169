import type { SiteInfo } from '@parley/api'

/** OA sites and mixed ones have OA accounts. */
export const hasOaAccounts = (site: Pick<SiteInfo, 'type' | 'isOa'> | undefined): boolean =>
	site?.isOa === true || site?.type === 2
