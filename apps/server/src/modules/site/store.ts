import { CompanyId, type Locale, SiteId } from '@parley/core'
import * as v from 'valibot'

/** An address of the web, or nothing. */
const address = v.union([v.literal(''), v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//))])

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
	/** True: everybody solves a challenge to sign in; otherwise those do with whom something went wrong. */
	challengeOpen: v.optional(v.boolean(), false),
	/** An outside challenge in place of our own: its public key, the scene it knows, where answers are judged, the key for that. */
	challengeVendorKey: v.optional(v.string(), ''),
	challengeVendorScene: v.optional(v.string(), ''),
	challengeVendorUrl: v.optional(address, ''),
	challengeVendorSecret: v.optional(v.string(), ''),
	neutral: v.optional(v.boolean(), false),
	telephone: v.optional(v.string(), '400-000-0000'),
	/** What the product is called in an invitation; empty for the name of the site. */
	productName: v.optional(v.string(), ''),
	/** Where the app is to be had, and the scheme its links open with; empty where there is no app. */
	androidUrl: v.optional(address, ''),
	iosUrl: v.optional(address, ''),
	appScheme: v.optional(v.pipe(v.string(), v.regex(/^([a-z][a-z0-9+.-]{1,30})?$/)), 'parley'),
	/** Agreements of somebody else's, shown instead of the site's own pages (ROUTE-28); empty for the own ones. */
	agreementUrl: v.optional(address, ''),
	durationS: v.optional(v.pipe(v.number(), v.integer(), v.minValue(60)), 3_600),
	privateByDefault: v.optional(v.boolean(), false),
	live: v.optional(v.boolean(), true),
	isIntranet: v.optional(v.boolean(), false),
	inviteesNeeded: v.optional(v.boolean(), false),
	/** IANA zone in which days of this site begin. */
	zone: v.optional(v.string(), 'Asia/Shanghai'),
})
export type SiteSettings = v.InferOutput<typeof SiteSettings>

/** Whether guests get into meetings of the site at all: it asks nobody to sign in, and lets guests join (OP-011, OP-014). */
export const allowsGuests = ({
	guestsAllowed,
	guestJoin,
}: Pick<SiteSettings, 'guestsAllowed' | 'guestJoin'>): boolean => guestsAllowed && guestJoin

export interface Site {
	id: SiteId
	host: string
	name: string
	isDefault: boolean
	/** The company a guest's requests name; the first of the site. */
	firstCompanyId: CompanyId
	settings: SiteSettings
}

/** The agreement pages of a site (ROUTE-25). */
export const pageNames = ['protocol', 'law', 'privacy'] as const
export type PageName = (typeof pageNames)[number]
export type PageLanguage = Locale
export interface SitePage {
	siteId: SiteId
	name: PageName
	language: PageLanguage
	markdown: string
}

export interface SiteStore {
	all(): Promise<Site[]>
	insert(site: Omit<Site, 'firstCompanyId'>, at: number): Promise<void>
	saveSettings(id: SiteId, settings: SiteSettings): Promise<void>
	/** What the site shares with its shell, apart from everything else so that it leaves by no other way. */
	shellSecret(id: SiteId): Promise<string | undefined>
	saveShellSecret(id: SiteId, secret: string): Promise<void>
	/** The text an administrator wrote; nothing where it is the default one. */
	findPage(siteId: SiteId, name: PageName, language: PageLanguage): Promise<string | undefined>
	savePage(page: SitePage, at: number): Promise<void>
	removePage(siteId: SiteId, name: PageName, language: PageLanguage): Promise<void>
}

export const toSiteId = (id: string): SiteId => v.parse(SiteId, id)
export const toCompanyId = (id: string): CompanyId => v.parse(CompanyId, id)
