import type { Membership } from '@parley/api'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { m } from '../../locales/index.ts'
import { Spinner, toast, useAction } from '../../ui/index.ts'
import styles from './CompanyRows.module.css'
import { companyName } from './companies.ts'
import { switchCompany, switchErrorMessage } from './switchCompany.ts'

export interface CompanyRowsProps {
	companies: readonly Membership[]
	current: Membership | undefined
	/** Beside the name of the current one, instead of a tick. */
	mark?: ReactNode
	/** Between two names, for people who do not see the rows. */
	separator?: string
	onSwitched?(): void
}

/** Companies a person may work in; a tap switches to one (CORP-01). */
export function CompanyRows({ companies, current, mark, separator, onSwitched }: CompanyRowsProps) {
	const [selectedId, setSelectedId] = useState<string>()
	const [select, isSwitching] = useAction(
		({ companyId }: Membership) => {
			setSelectedId(companyId)
			return switchCompany(companyId)
		},
		result => {
			const message = switchErrorMessage(result)
			if (message) return toast.show(message, { tone: 'error' })
			onSwitched?.()
		},
	)

	return (
		<ul className={styles.list}>
			{companies.map((company, index) => {
				const isCurrent = company.companyId === current?.companyId
				const isBusy = isSwitching && company.companyId === selectedId
				return (
					<li key={company.companyId}>
						<button
							type="button"
							className={styles.company}
							aria-current={isCurrent || undefined}
							aria-busy={isBusy || undefined}
							onClick={() => void select(company)}
						>
							<span className={styles.name}>{companyName(company)}</span>
							{isBusy ? <Spinner label={m.company_switching()} /> : isCurrent && (mark ?? <Check aria-hidden />)}
						</button>
						{separator && index < companies.length - 1 && <span className="sr-only">{separator}</span>}
					</li>
				)
			})}
		</ul>
	)
}
