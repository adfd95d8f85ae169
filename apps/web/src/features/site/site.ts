import { type Copyright, site as calls, type SiteInfo } from '@parley/api'
import { defaults } from '@parley/core'
import * as v from 'valibot'

/** The site as far as it is known; what is undefined is treated as forbidden. */
export interface SiteState {
	info: SiteInfo | undefined
	guestsAllowed: boolean | undefined
	copyright: Copyright | undefined
	/** The application of the site in messaging; unknown where the page came without it (OP-136). */
	imAppId: string | undefined
	/** Its IANA zone. */
	zone: string
	/** Milliseconds the server's clock is ahead of this one (HTTP-14). */
	clockOffsetMs: number
}

/** `is_login` 0 means the site asks everyone to sign in (OP-011, LAND-07). */
export const siteRequiresLogin = ({ guestsAllowed }: Pick<SiteState, 'guestsAllowed'>): boolean =>
	guestsAllowed === false

/** Guests may join by id where the site lets them in and does not ask everyone to sign in (LAND-06, LAND-07). */
export const canGuestsJoin = (site: Pick<SiteState, 'guestsAllowed' | 'copyright'>): boolean =>
	!siteRequiresLogin(site) && site.copyright?.guestJoin !== false

/** Sites of type 1 create their accounts themselves (REG-17). An unknown site counts as open: the server refuses if need be. */
export const isRegistrationClosed = ({ info }: { info: Pick<SiteInfo, 'type'> | undefined }): boolean =>
	info?.type === 1

/** Returns whether to show a link to registration; not while the site is unknown. */
export const isRegistrationOffered = (site: Pick<SiteState, 'info'>): boolean =>
	site.info !== undefined && !isRegistrationClosed(site)

/**
 * The answers that came with the page, as their calls encode them.
 * @param writtenAt when the server wrote them, by the clock of this machine, milliseconds
 */
export function parseBootSite(boot: Record<string, unknown>, writtenAt: number): SiteState {
	const common = decodeAs(calls.commonSettings.output, boot.commonSettings)
	return {
		info: decodeAs(calls.info.output, boot.site),
		guestsAllowed: common?.common.guestsAllowed,
		copyright: decodeAs(calls.copyright.output, boot.copyright),
		imAppId: typeof boot.imAppId === 'string' ? boot.imAppId : undefined,
		zone: typeof boot.zone === 'string' ? boot.zone : defaults.zone,
		clockOffsetMs: typeof boot.serverNow === 'number' ? boot.serverNow - writtenAt : 0,
	}
}

function decodeAs<T>(codec: { schema: v.GenericSchema; decode(wire: never): T }, value: unknown): T | undefined {
	const checked = v.safeParse(codec.schema, value)
	return checked.success ? codec.decode(checked.output as never) : undefined
}
