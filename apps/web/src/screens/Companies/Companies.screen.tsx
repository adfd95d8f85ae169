import { Fragment } from 'react'
import { useBack } from '../../app/navigation/useBack.ts'
import { getSelectableCompanies, isPersonalEdition } from '../../features/company/index.ts'
import { type Member, MembersOnly, Outdated, useCentre } from '../../features/personal/index.ts'
import { m } from '../../locales/index.ts'
import { NothingFound } from '../../ui/drawings.ts'
import { Badge, Card, EmptyState, Page } from '../../ui/index.ts'
import styles from './Companies.module.css'

export const title = () => m.personal_companies()

/** /companies: the companies somebody is in, the personal edition aside (CORP-06). */
export function Companies() {
	const back = useBack('/MeetingList/Personal')
	return (
		<MembersOnly title={m.personal_companies()} onBack={back}>
			{person => (
				<Page title={m.personal_companies()} top={44} back={{ label: m.common_back(), onBack: back }}>
					<Names person={person} />
				</Page>
			)}
		</MembersOnly>
	)
}

function Names({ person }: { person: Member }) {
	const asked = useCentre(person)
	const companies = person.user.companies.filter(company => !isPersonalEdition(company))
	return (
		<div className={styles.parts}>
			<Outdated {...asked} />
			{companies.length === 0 ? (
				<EmptyState
					picture={<NothingFound />}
					title={m.personal_companies_none_title()}
					text={m.personal_companies_none_text()}
				/>
			) : (
				<Card kind="padded">
					<p className={styles.names}>
						{companies.map(({ companyId, name }, at) => (
							<Fragment key={companyId}>
								{companyId === person.company?.companyId ? <Here name={name} /> : name}
								{at < companies.length - 1 && m.personal_comma()}
							</Fragment>
						))}
					</p>
				</Card>
			)}
			{getSelectableCompanies(person.user.companies).length > 0 && (
				<p className={styles.note}>{m.personal_companies_switch()}</p>
			)}
		</div>
	)
}

/** The company one works in now. */
const Here = ({ name }: { name: string }) => (
	<strong className={styles.here}>
		{name} <Badge tone="brand">{m.personal_companies_here()}</Badge>
	</strong>
)

export { Companies as Screen }
