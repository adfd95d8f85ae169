import { useId } from 'react'
import { Avatar, RadioRow, Section } from '../../../ui/index.ts'
import type { ChosenHost } from '../draft/draft.ts'
import styles from '../recurrence/RecurrencePicker.module.css'

export interface HostListProps {
	title: string
	hosts: readonly ChosenHost[]
	selected: ChosenHost | undefined
	onSelect(host: ChosenHost): void
}

/** Who may host, one of them ticked (HOST-01). */
export function HostList({ title, hosts, selected, onSelect }: HostListProps) {
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
						checked={host.id === selected?.id}
						onChange={() => onSelect(host)}
					/>
				))}
			</div>
		</Section>
	)
}
