import type { UserProfile } from '@parley/api'
import { Briefcase, Building2, CalendarClock, Users } from 'lucide-react'
import { useState } from 'react'
import { CompanySwitcher, companyName, getEnterprises, getSelectableCompanies } from '../../features/company/index.ts'
import { getPersonalRights, type PersonalRights, RowLink } from '../../features/personal/index.ts'
import type { MemberSession } from '../../features/session/index.ts'
import { language, m } from '../../locales/index.ts'
import { ListRow, Section, Skeleton, SkeletonLine } from '../../ui/index.ts'
import styles from './Personal.module.css'

export interface CompanyProps {
	person: MemberSession
	profile: UserProfile | undefined
	hasFailed: boolean
}

/** The current company and its rights (PERS-03 to PERS-05, CORP-07). */
export function Company({ person, profile, hasFailed }: CompanyProps) {
	const { user, company } = person
	const [isSwitcherOpen, setSwitcherOpen] = useState(false)
	const selectable = getSelectableCompanies(person, profile?.isMasterPlatform)
	const count = getEnterprises(user.companies).length
	const rights = getPersonalRights(company, profile)
	return (
		<Section title={m.personal_company_section()}>
			<ListRow
				icon={<Building2 />}
				label={m.personal_main_company()}
				value={company && companyName(company)}
				placeholder={m.personal_no_company()}
				onPress={selectable.length > 0 ? () => setSwitcherOpen(true) : undefined}
			/>
			<RowLink
				to="/companies"
				icon={<Briefcase />}
				label={m.personal_companies()}
				value={count > 0 && m.personal_companies_count({ count })}
				placeholder={m.personal_no_company()}
			/>
			{!(rights.status === 'loading' && hasFailed) && <RightsRows rights={rights} />}
			<CompanySwitcher
				title={m.personal_main_company_choose()}
				companies={selectable}
				open={isSwitcherOpen}
				onOpenChange={setSwitcherOpen}
			/>
		</Section>
	)
}

/** PERS-05 */
function RightsRows({ rights }: { rights: PersonalRights }) {
	if (rights.status === 'none') return null
	const skeleton = rights.status === 'loading' && (
		<Skeleton label={m.personal_loading()} className={styles.loading ?? ''}>
			<SkeletonLine />
		</Skeleton>
	)
	return (
		<>
			<ListRow
				icon={<Users />}
				label={m.personal_max_people()}
				value={rights.status === 'shown' ? m.personal_people({ count: rights.maxPeople }) : skeleton}
			/>
			<ListRow
				icon={<CalendarClock />}
				label={m.personal_expires()}
				value={rights.status === 'shown' ? expiryLabel(rights.expires) : skeleton}
			/>
		</>
	)
}

function expiryLabel(day: string | undefined): string {
	if (!day) return m.personal_expires_never()
	const format = new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeZone: 'UTC' })
	return m.personal_expires_on({ day: format.format(new Date(`${day}T00:00:00Z`)) })
}
