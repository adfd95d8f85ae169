import { useState } from 'react'
import type { MeetingLink } from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'
import { Button, lazyComponent } from '../../ui/index.ts'
import styles from './ScanJoin.module.css'

const CodeSheet = lazyComponent(async () => (await import('./CodeSheet.tsx')).CodeSheet, { overlay: true })

export interface JoinButtonsProps {
	/** LINK-15, LINK-16: inside the app it is the only way to join. */
	isInApp: boolean
	formId: string
	link: MeetingLink
	isEnabled: boolean
	/** Which button is busy. */
	joiningBy: 'app' | 'web' | undefined
	onJoinByApp(): void
}

/** Joining on the web, in the app or with a code on another phone (LINK-14). The first button submits the form. */
export function JoinButtons({ isInApp, formId, link, isEnabled, joiningBy, onJoinByApp }: JoinButtonsProps) {
	const [code, setCode] = useState<'never' | 'open' | 'closed'>('never')
	return (
		<>
			<Button
				kind="primary"
				size="large"
				block
				type="submit"
				form={formId}
				disabled={!isEnabled}
				loading={joiningBy === (isInApp ? 'app' : 'web') && m.joining_working()}
			>
				{isInApp ? m.link_join_app() : m.link_join_web()}
			</Button>
			{!isInApp && (
				<div className={styles.others}>
					<Button disabled={!isEnabled} loading={joiningBy === 'app' && m.joining_working()} onClick={onJoinByApp}>
						{m.link_join_app()}
					</Button>
					<Button aria-haspopup="dialog" onClick={() => setCode('open')}>
						{m.link_join_code()}
					</Button>
					{code !== 'never' && (
						<CodeSheet link={link} open={code === 'open'} onOpenChange={open => setCode(open ? 'open' : 'closed')} />
					)}
				</div>
			)}
		</>
	)
}
