import type { CompanyId, Instant, SiteId } from '@parley/core'
import * as v from 'valibot'

/** Settings of a company, set with `parley company set`. Each has a default, so that rows without it stay readable. */
const wantedDuration = 'write a whole number of seconds from 60 on, or 0'

export const CompanySettings = v.object({
	/** Default duration of a meeting in seconds; 0: that of the site. */
	durationS: v.optional(
		v.pipe(
			v.number(wantedDuration),
			v.integer(wantedDuration),
			v.check(seconds => seconds === 0 || seconds >= 60, wantedDuration),
		),
		0,
	),
})
export type CompanySettings = v.InferOutput<typeof CompanySettings>

export interface Company {
	id: CompanyId
	siteId: SiteId
	name: string
	/** 1 enterprise, 2 personal edition (`corpType` on the wire). */
	type: number
	settings: CompanySettings
}

export interface CompanyStore {
	find(id: CompanyId): Promise<Company | undefined>
	findByInvitationCode(code: string): Promise<Company | undefined>
	/** Invitation code of a company; undefined if it has none yet. */
	findInvitationCode(id: CompanyId): Promise<string | undefined>
	/** Replaces the code; the previous one becomes invalid. */
	saveInvitationCode(id: CompanyId, code: string): Promise<void>
	listBySite(siteId: SiteId): Promise<Company[]>
	/** Inserts a company with default settings. */
	insert(company: Omit<Company, 'settings'>, at: Instant): Promise<void>
	saveSettings(id: CompanyId, settings: CompanySettings): Promise<void>
}
