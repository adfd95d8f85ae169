import { CompanyId, SiteId } from '@parley/core'
import * as v from 'valibot'

/** What an administrator sets per site; everything has a default so that an old row stays readable. */
export const SiteSettings = v.object({
	/** 1: one kind of site, 2: mixed. */
	type: v.optional(v.picklist([1, 2]), 2),
	isOa: v.optional(v.boolean(), false),
	isPrivate: v.optional(v.boolean(), false),
	messengerLogin: v.optional(v.boolean(), true),
	deviceMakerLogin: v.optional(v.boolean(), true),
	/** False: everybody has to sign in (`is_login` 0 on the wire). */
	guestsAllowed: v.optional(v.boolean(), true),
	/** False: no guest gets into a meeting (`visitorLogin`). */
	guestJoin: v.optional(v.boolean(), true),
	publicMeetings: v.optional(v.boolean(), true),
	challengeOpen: v.optional(v.boolean(), false),
	neutral: v.optional(v.boolean(), false),
	telephone: v.optional(v.string(), '400-000-0000'),
	durationS: v.optional(v.pipe(v.number(), v.integer(), v.minValue(60)), 3_600),
	privateByDefault: v.optional(v.boolean(), false),
	live: v.optional(v.boolean(), true),
	isIntranet: v.optional(v.boolean(), false),
	inviteesNeeded: v.optional(v.boolean(), false),
	/** IANA zone in which days of this site begin. */
	zone: v.optional(v.string(), 'Asia/Shanghai'),
})
export type SiteSettings = v.InferOutput<typeof SiteSettings>

export interface Site {
	id: SiteId
	host: string
	name: string
	isDefault: boolean
	/** The company a guest's requests name; the first of the site. */
	firstCompanyId: CompanyId
	settings: SiteSettings
}

export interface SiteStore {
	all(): Promise<Site[]>
	insert(site: Omit<Site, 'firstCompanyId'>, at: number): Promise<void>
	saveSettings(id: SiteId, settings: SiteSettings): Promise<void>
}

export const toSiteId = (id: string): SiteId => v.parse(SiteId, id)
export const toCompanyId = (id: string): CompanyId => v.parse(CompanyId, id)
