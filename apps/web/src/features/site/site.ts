import { type Copyright, site as calls, type SiteInfo } from '@parley/api'
import * as v from 'valibot'

/** What is known of the site. What is not known yet is treated as the careful answer. */
export interface Site {
	info: SiteInfo | undefined
	guestsAllowed: boolean | undefined
	copyright: Copyright | undefined
	/** Milliseconds the server's clock is ahead of this one (HTTP-14). */
	clockOffsetMs: number
}

/** `is_login` 0 means the site asks everybody to sign in (OP-011, LAND-07). */
export const siteRequiresLogin = ({ guestsAllowed }: Pick<Site, 'guestsAllowed'>): boolean => guestsAllowed === false

/** Guests may join by id where the site lets them in and does not ask everybody to sign in (LAND-06, LAND-07). */
export const canGuestsJoin = (site: Pick<Site, 'guestsAllowed' | 'copyright'>): boolean =>
	!siteRequiresLogin(site) && site.copyright?.guestJoin !== false

/** Sites of type 1 make their accounts themselves (REG-17); of one that is not known yet the server has to say it. */
export const isRegistrationClosed = ({ info }: { info: Pick<SiteInfo, 'type'> | undefined }): boolean =>
	info?.type === 1

/** Whether to show a way to register: what is not known yet offers nothing. */
export const isRegistrationOffered = (site: Pick<Site, 'info'>): boolean =>
	site.info !== undefined && !isRegistrationClosed(site)

/**
 * What came along with the page, in the spelling of the calls it stands for.
 * @param bornAt when the server wrote it, on this machine's clock
 */
export function parseBootSite(boot: Record<string, unknown>, bornAt: number): Site {
	const common = decodeAs(calls.commonSettings.output, boot.commonSettings)
	return {
		info: decodeAs(calls.info.output, boot.site),
		guestsAllowed: common?.common.guestsAllowed,
		copyright: decodeAs(calls.copyright.output, boot.copyright),
		clockOffsetMs: typeof boot.serverNow === 'number' ? boot.serverNow - bornAt : 0,
	}
}

function decodeAs<T>(codec: { schema: v.GenericSchema; decode(wire: never): T }, value: unknown): T | undefined {
	const checked = v.safeParse(codec.schema, value)
	return checked.success ? codec.decode(checked.output as never) : undefined
}
