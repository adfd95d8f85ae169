import type { UserProfile } from '@parley/api'
import { Briefcase, Building2, CalendarClock, Users } from 'lucide-react'
import { useState } from 'react'
import {
	CompanySwitcher,
	companyName,
	getSelectableCompanies,
	isPersonalEdition,
} from '../../features/company/index.ts'
import { type Member, type Rights, RowLink, rightsOf } from '../../features/personal/index.ts'
import { language, m } from '../../locales/index.ts'
import { ListRow, Section, Skeleton, SkeletonLine } from '../../ui/index.ts'
import styles from './Personal.module.css'

export interface CompanyProps {
	person: Member
	centre: UserProfile | undefined
	hasFailed: boolean
}

/** Where somebody works, and what that allows (PERS-03 to PERS-05, CORP-07). */
export function Company({ person: { user, company }, centre, hasFailed }: CompanyProps) {
	const [choosing, setChoosing] = useState(false)
	const maySwitch = getSelectableCompanies(user.companies).length > 0
	const count = user.companies.filter(company => !isPersonalEdition(company)).length
	const rights = rightsOf(company, centre)
	return (
		<Section title={m.personal_company_section()}>
			<ListRow
				icon={<Building2 />}
				label={m.personal_main_company()}
				value={company && companyName(company)}
				placeholder={m.personal_no_company()}
				onPress={maySwitch ? () => setChoosing(true) : undefined}
			/>
			<RowLink
				to="/companies"
				icon={<Briefcase />}
				label={m.personal_companies()}
				value={m.personal_companies_count({ count })}
			/>
			{!(rights.at === 'loading' && hasFailed) && <RightsRows rights={rights} />}
			<CompanySwitcher open={choosing} onOpenChange={setChoosing} />
		</Section>
	)
}

/** PERS-05 */
function RightsRows({ rights }: { rights: Rights }) {
	if (rights.at === 'none') return null
	const waits = rights.at === 'loading' && (
		<Skeleton label={m.personal_loading()} className={styles.waits ?? ''}>
			<SkeletonLine />
		</Skeleton>
	)
	return (
		<>
			<ListRow
				icon={<Users />}
				label={m.personal_max_people()}
				value={rights.at === 'shown' ? m.personal_people({ count: rights.maxPeople }) : waits}
			/>
			<ListRow
				icon={<CalendarClock />}
				label={m.personal_expires()}
				value={rights.at === 'shown' ? untilWords(rights.expires) : waits}
			/>
		</>
	)
}

function untilWords(day: string | undefined): string {
	if (!day) return m.personal_expires_never()
	const format = new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeZone: 'UTC' })
	return m.personal_expires_on({ day: format.format(new Date(`${day}T00:00:00Z`)) })
}
