import type { LiveHealth } from '@parley/api'
import { m } from '../../../locales/index.ts'
import { Banner, Section } from '../../../ui/index.ts'
import { definitionLabel } from '../../live/index.ts'
import styles from './HealthSection.module.css'
import { figuresOf, healthWarnings } from './health.ts'

/** The data from the publisher, by definition, and its problems. */
export function HealthSection({ health }: { health: LiveHealth }) {
	const warnings = healthWarnings(health)
	return (
		<>
			{warnings.map(({ what, todo }) => (
				<Banner key={what} tone="warn" className={styles.warning}>
					<strong>{what}</strong>
					<br />
					{todo}
				</Banner>
			))}
			{health.definitions.length > 0 && (
				<Section title={m.desk_health()} note={m.desk_health_note()}>
					{health.definitions.map(definition => (
						<div key={definition.name} className={styles.definition}>
							<h3 className={styles.name}>{definitionLabel(definition.name)}</h3>
							<dl className={styles.figures}>
								{figuresOf(definition).map(({ label, value }) => (
									<div key={label}>
										<dt>{label}</dt>
										<dd>{value}</dd>
									</div>
								))}
							</dl>
						</div>
					))}
				</Section>
			)}
		</>
	)
}
