import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { lazyComponent } from '../../ui/index.ts'
import { type MemberSession, useSession } from '../session/index.ts'
import { isRegistrationClosed, useSite } from '../site/index.ts'
import styles from './CompanyButton.module.css'
import type { CompanySheetProps } from './CompanySheet.tsx'
import { companyName, getEnterprises, getSelectableCompanies } from './companies.ts'

const CompanySheet = lazyComponent(async () => (await import('./CompanySheet.tsx')).CompanySheet, { overlay: true })

/** The current company; a button for a person with more than one company, personal edition aside (LIST-03, LIST-04). */
export function CompanyButton() {
	const person = useSession()
	return person.kind === 'member' ? <CurrentCompany {...person} /> : null
}

function CurrentCompany(person: MemberSession) {
	const { user, company } = person
	const [isOpen, setOpen] = useState(false)
	const isMasterPlatform = !useSite(isRegistrationClosed)
	const name = company && companyName(company)
	if (getEnterprises(user.companies).length < 2) return name ? <p className={styles.name}>{name}</p> : null
	return (
		<>
			<button type="button" className={styles.button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
				<span className={styles.name}>{name}</span>
				<span className="sr-only">{m.company_switch_hint()}</span>
				<ChevronDown />
			</button>
			<CompanySwitcher
				companies={getSelectableCompanies(person, isMasterPlatform)}
				open={isOpen}
				onOpenChange={setOpen}
			/>
		</>
	)
}

/** The sheet of companies to switch to, loaded when it is first opened. */
export function CompanySwitcher(props: Pick<CompanySheetProps, 'companies' | 'open' | 'onOpenChange' | 'title'>) {
	const person = useSession()
	if (person.kind === 'guest') return null
	return <CompanySheet {...props} current={person.company} />
}
