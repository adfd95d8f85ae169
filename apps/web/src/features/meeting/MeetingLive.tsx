import type { Meeting } from '@parley/api'
import { Fragment, type ReactNode } from 'react'
import { m } from '../../locales/index.ts'
import { Button, CopyButton, SecretText } from '../../ui/index.ts'
import styles from './MeetingPasswords.module.css'
import { showCopyResult } from './showCopyResult.ts'

/** An address without its scheme, that is broken before its path and its query rather than anywhere. */
const breakable = (address: string): ReactNode =>
	address
		.replace(/^https?:\/\//, '')
		.split(/(?=[/?])/)
		.map(part => (
			<Fragment key={part}>
				<wbr />
				{part}
			</Fragment>
		))

export interface MeetingLiveProps {
	meeting: Meeting
	onPreview(): void
}

/**
 * How the live of a meeting is watched, for host and creator (OP-082): its address, its password and what viewers will
 * see. Nothing where there is no live.
 */
export function MeetingLive({ meeting, onPreview }: MeetingLiveProps) {
	const { hasLive, liveUrl, livePassword, isLiveIntranet } = meeting
	if (!hasLive) return null
	return (
		<dl className={styles.passwords}>
			{liveUrl && (
				<div className={styles.row}>
					<dt>
						{m.meeting_live_address()}
						{isLiveIntranet && <span className={styles.note}>{m.meeting_live_intranet()}</span>}
					</dt>
					<dd>
						<span className={styles.address}>{breakable(liveUrl)}</span>
						<CopyButton text={liveUrl} label={m.meeting_live_copy_address()} onCopied={showCopyResult} />
					</dd>
				</div>
			)}
			<div className={styles.row}>
				<dt>{m.meeting_live_password()}</dt>
				<dd>
					{livePassword ? (
						<SecretText
							secret={livePassword}
							labels={{
								hidden: m.meeting_password_hidden(),
								reveal: m.meeting_live_show_password(),
								copy: m.meeting_live_copy_password(),
							}}
							onCopied={showCopyResult}
						/>
					) : (
						<span className={styles.none}>{m.meeting_no_password()}</span>
					)}
				</dd>
			</div>
			<div className={styles.row}>
				<dt>{m.meeting_live_preview()}</dt>
				<dd>
					<Button kind="quiet" className={styles.preview} onClick={onPreview}>
						{m.meeting_live_open_preview()}
					</Button>
				</dd>
			</div>
		</dl>
	)
}
