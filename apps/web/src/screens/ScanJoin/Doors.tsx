import { lazy, Suspense } from 'react'
import type { MeetingLink } from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'
import { Button } from '../../ui/index.ts'
import styles from './ScanJoin.module.css'

const OtherDoors = lazy(async () => ({ default: (await import('./OtherDoors.tsx')).OtherDoors }))

export interface DoorsProps {
	/** LINK-15, LINK-16: the app's own browser has the one door. */
	inApp: boolean
	formId: string
	link: MeetingLink
	isFilled: boolean
	knockingAt: 'app' | 'web' | undefined
	onApp(): void
}

/** The three ways in (LINK-14). The first is the one most people want where they are, and answers the enter key. */
export function Doors({ inApp, formId, link, isFilled, knockingAt, onApp }: DoorsProps) {
	return (
		<>
			<Button
				kind="primary"
				size="large"
				block
				type="submit"
				form={formId}
				disabled={!isFilled}
				loading={knockingAt === (inApp ? 'app' : 'web') && m.joining_working()}
			>
				{inApp ? m.entry_join_app() : m.entry_join_web()}
			</Button>
			{!inApp && (
				<div className={styles.others}>
					<Suspense>
						<OtherDoors link={link} isFilled={isFilled} isKnocking={knockingAt === 'app'} onApp={onApp} />
					</Suspense>
				</div>
			)}
		</>
	)
}
