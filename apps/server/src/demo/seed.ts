import type { Instant, SiteId } from '@parley/core'
import * as v from 'valibot'
import { createSqlAccountStore, type FreshAccount } from '../modules/account/index.ts'
import { createSqlCompanyStore } from '../modules/company/index.ts'
import { createSqlDirectoryStore } from '../modules/directory/index.ts'
import { createSqlMeetingStore } from '../modules/meeting/index.ts'
import { createSqlSiteStore, SiteSettings } from '../modules/site/index.ts'
import { createSqlIdentityStore } from '../modules/social/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { randomIds } from '../platform/ids.ts'
import { hashPassword } from '../platform/passwords.ts'
import { departmentId, personId, planMeetings } from './meetings.ts'
import { type DemoPerson, demoPassword } from './people.ts'
import { type DemoCompany, type DemoSite, demoInvitation, demoSites, parleyDemo } from './sites.ts'

export interface DemoDeps {
	db: Db
	clock: Clock
}

/** Seeds an empty database with the demo in one transaction; returns false if it already has a site. */
export async function seedDemo({ db, clock }: DemoDeps): Promise<boolean> {
	if ((await createSqlSiteStore(db).all()).length > 0) return false
	// All share one hash: the password is public, and sixty hashes would slow down the first start.
	const passwordHash = await hashPassword(demoPassword)
	return await db.transaction().execute(async transaction => {
		if ((await createSqlSiteStore(transaction).all()).length > 0) return false
		const now = clock.now()
		for (const [order, site] of demoSites.entries()) await seedSite(transaction, site, passwordHash, now + order)
		await createSqlMeetingStore(transaction).insertMany(planMeetings(now))
		return true
	})
}

async function seedSite(db: Db, site: DemoSite, passwordHash: string, at: Instant) {
	const settings = v.parse(SiteSettings, { publicMeetings: true, ...site.settings })
	await createSqlSiteStore(db).insert(
		{ id: site.id, host: site.host, name: site.name, isDefault: site.isDefault, settings },
		at,
	)
	await createSqlSiteStore(db).saveShellSecret(site.id, randomIds.secret())
	for (const [order, company] of site.companies.entries()) {
		const { id, name, type } = company
		// Companies are ordered by creation; guests see the first.
		await createSqlCompanyStore(db).insert({ id, siteId: site.id, name, type }, at + order)
		if (id === parleyDemo) await createSqlCompanyStore(db).saveInvitationCode(id, demoInvitation)
		await seedDepartments(db, company)
		await seedPeople(db, site, company, passwordHash, at)
	}
}

async function seedDepartments(db: Db, { id: companyId, departments = [] }: DemoCompany) {
	const directory = createSqlDirectoryStore(db)
	for (const department of departments) {
		await directory.insertDepartments([{ id: departmentId(department.number, companyId), companyId, ...department }])
	}
}

async function seedPeople(db: Db, site: DemoSite, company: DemoCompany, passwordHash: string, at: Instant) {
	const accounts = createSqlAccountStore(db)
	const directory = createSqlDirectoryStore(db)
	for (const person of company.people) {
		const known = await accounts.findByName(site.id, person.name)
		const account = known ?? toAccount(person, site.id, company, passwordHash)
		if (!known) {
			await accounts.insert(account, at)
			await seedIdentities(db, person, account, at)
		}
		await accounts.addMembership({
			userId: account.id,
			companyId: company.id,
			userType: person.userType,
			isDefault: !known,
		})
		if (person.department && company.departments) {
			await directory.addToDepartment(account.id, departmentId(person.department, company.id))
		}
	}
}

async function seedIdentities(db: Db, { identities = [] }: DemoPerson, { id, siteId }: FreshAccount, at: Instant) {
	const store = createSqlIdentityStore(db)
	for (const identity of identities) {
		await store.bind({ ...identity, siteId, userId: id, nickname: identity.subject, picture: null, boundAt: at })
	}
}

function toAccount(person: DemoPerson, siteId: SiteId, company: DemoCompany, passwordHash: string): FreshAccount {
	return {
		id: personId(person.name, siteId),
		siteId,
		name: person.name,
		displayName: person.displayName,
		passwordHash,
		corporateHash: person.source === 'OA' ? passwordHash : null,
		mobile: person.mobile ?? null,
		mobileCode: person.mobile === undefined ? null : '86',
		source: person.source ?? null,
		picture: null,
		isComplete: person.isComplete ?? true,
		lastCompanyId: company.id,
	}
}
