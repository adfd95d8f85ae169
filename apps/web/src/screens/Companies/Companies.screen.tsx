import { CompanyRows, getEnterprises, getSelectableCompanies } from '../../features/company/index.ts'
import { ProfileErrorBanner, RequireMember, useProfile } from '../../features/personal/index.ts'
import type { MemberSession } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { useBack } from '../../navigation/useBack.ts'
import { NoResultsIllustration } from '../../ui/art/illustrations.tsx'
import { Badge, Card, EmptyState, Page } from '../../ui/index.ts'
import styles from './Companies.module.css'

export const title = () => m.personal_companies()

/** /companies: the companies of a member, without the personal edition (CORP-06). */
export function Companies() {
	const back = useBack('/MeetingList/Personal')
	return (
		<RequireMember title={m.personal_companies()} onBack={back}>
			{person => (
				<Page title={m.personal_companies()} top={44} back={{ label: m.common_back(), onBack: back }}>
					<CompanyNames person={person} />
				</Page>
			)}
		</RequireMember>
	)
}

function CompanyNames({ person }: { person: MemberSession }) {
	const query = useProfile(person)
	const companies = getEnterprises(person.user.companies)
	return (
		<div className={styles.sections}>
			<ProfileErrorBanner {...query} />
			{companies.length === 0 ? (
				<EmptyState
					picture={<NoResultsIllustration />}
					title={m.personal_companies_none_title()}
					text={m.personal_companies_none_text()}
				/>
			) : (
				<Card kind="padded">
					<CompanyRows
						companies={companies}
						current={person.company}
						mark={<Badge tone="brand">{m.personal_companies_current()}</Badge>}
						separator={m.personal_list_separator()}
					/>
				</Card>
			)}
			{getSelectableCompanies(person, query.profile?.isMasterPlatform).length > 0 && (
				<p className={styles.note}>{m.personal_companies_switch()}</p>
			)}
		</div>
	)
}

export { Companies as Screen }
