import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../locales/index.ts'
import { lazySheet } from '../../ui/index.ts'
import { type Person, useSession } from '../session/index.ts'
import styles from './CompanyButton.module.css'
import { choicesOf } from './companies.ts'
import { companyName } from './companyName.ts'

const CompanySheet = lazySheet(async () => (await import('./CompanySheet.tsx')).CompanySheet)

type Member = Extract<Person, { at: 'member' }>

/** The company somebody works in, and the way to another where there is one (LIST-03, LIST-04). */
export function CompanyButton() {
	const person = useSession()
	return person.at === 'member' ? <Current {...person} /> : null
}

function Current({ user: { companies }, company }: Member) {
	const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')
	const choices = choicesOf(companies)
	const name = company && companyName(company)
	if (choices.length === 0) return name ? <p className={styles.name}>{name}</p> : null
	return (
		<>
			<button type="button" className={styles.button} aria-haspopup="dialog" onClick={() => setSheet('open')}>
				<span className={styles.name}>{name}</span>
				<span className="sr-only">{m.company_switch_hint()}</span>
				<ChevronDown />
			</button>
			{sheet !== 'never' && (
				<CompanySheet
					companies={choices}
					current={company}
					open={sheet === 'open'}
					onOpenChange={open => setSheet(open ? 'open' : 'closed')}
				/>
			)}
		</>
	)
}
