import { useId } from 'react'
import { Avatar, RadioRow, Section } from '../../ui/index.ts'
import type { ChosenHost } from './draft.ts'
import styles from './RecurrencePicker.module.css'

export interface HostListProps {
	title: string
	hosts: readonly ChosenHost[]
	chosen: ChosenHost | undefined
	onChosen(host: ChosenHost): void
}

/** Who may host, one of them ticked (HOST-01). */
export function HostList({ title, hosts, chosen, onChosen }: HostListProps) {
	const name = useId()
	return (
		<Section title={title}>
			<div role="radiogroup" aria-label={title} className={styles.rows}>
				{hosts.map(host => (
					<RadioRow
						key={host.id}
						name={name}
						icon={<Avatar name={host.displayName} size="small" />}
						label={host.displayName}
						note={host.name}
						checked={host.id === chosen?.id}
						onChange={() => onChosen(host)}
					/>
				))}
			</div>
		</Section>
	)
}
