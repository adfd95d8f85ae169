import { CompanyId, SiteId } from '@parley/core'
import * as v from 'valibot'
import type { SiteSettings } from '../modules/site/index.ts'
import {
	type DemoDepartment,
	type DemoPerson,
	hanmei,
	harbourPeople,
	lilei,
	member,
	newcomer,
	oaDepartments,
	oaPeople,
	parleyDepartments,
	parleyPeople,
	phonePerson,
} from './people.ts'

const siteId = (id: string): SiteId => v.parse(SiteId, id)
const companyId = (id: string): CompanyId => v.parse(CompanyId, id)

export const mainSite = siteId('demo')
export const parleyDemo = companyId('demo_parley')
export const oaSite = siteId('demo_oa')
export const oaCompany = companyId('demo_oa_company')
/** Invitation code of Parley Demo, for `/invite?code=…`. */
export const demoInvitation = 'welcome-to-parley'

const enterprise = 1
const personalEdition = 2

export interface DemoCompany {
	id: CompanyId
	name: string
	type: number
	departments?: readonly DemoDepartment[]
	people: readonly DemoPerson[]
}

export interface DemoSite {
	id: SiteId
	host: string
	name: string
	isDefault: boolean
	/** Settings that differ from the defaults; a demo site has a public list unless they override it. */
	settings: Partial<SiteSettings>
	/** The first is the default company of people in several. */
	companies: readonly DemoCompany[]
}

/** Demo sites by host name; browsers resolve names under `localhost` themselves. */
export const demoSites: readonly DemoSite[] = [
	{
		id: mainSite,
		host: 'localhost',
		name: 'Parley',
		isDefault: true,
		// Its text messages go to the simulated inbox and cost nothing.
		settings: { type: 2, smsCountries: 'all' },
		companies: [
			{
				id: parleyDemo,
				name: 'Parley Demo',
				type: enterprise,
				departments: parleyDepartments,
				people: parleyPeople,
			},
			{ id: companyId('demo_harbour'), name: 'Harbour Labs', type: enterprise, people: [hanmei, ...harbourPeople] },
			{ id: companyId('demo_personal'), name: '个人版', type: personalEdition, people: [phonePerson, newcomer] },
		],
	},
	{
		id: oaSite,
		host: 'oa.localhost',
		name: 'Parley OA',
		isDefault: false,
		// Scheduling requires invitees on this site (CREATE-22).
		settings: { type: 1, isOa: true, inviteesNeeded: true },
		companies: [{ id: oaCompany, name: 'Parley OA', type: enterprise, departments: oaDepartments, people: oaPeople }],
	},
	smallSite('private', 'Parley Private', { type: 1, isPrivate: true }),
	smallSite('strict', 'Parley Strict', {
		guestsAllowed: false,
		guestJoin: false,
		publicMeetings: false,
		challengeOpen: true,
	}),
]

function smallSite(host: string, name: string, settings: Partial<SiteSettings>): DemoSite {
	const people = [hanmei, lilei].map(({ name, displayName, userType, mobile }): DemoPerson => {
		// These companies have no departments.
		const person = { name, displayName, userType }
		return settings.isPrivate && mobile !== undefined ? { ...person, mobile } : person
	})
	// A person without a mobile number on a site that requires one.
	if (settings.isPrivate) people.push({ name: 'no.phone', displayName: '未绑手机', userType: member })
	const company = { id: companyId(`demo_${host}_company`), name, type: enterprise, people }
	return {
		id: siteId(`demo_${host}`),
		host: `${host}.localhost`,
		name,
		isDefault: false,
		settings,
		// Mixed sites have a personal edition for people who register themselves.
		companies: settings.type === 1 ? [company] : [company, personalEditionOf(host)],
	}
}

function personalEditionOf(host: string): DemoCompany {
	return { id: companyId(`demo_${host}_personal`), name: '个人版', type: personalEdition, people: [] }
}
