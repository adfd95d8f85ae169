import type { Meeting } from '@parley/api'
import { RadioTower } from 'lucide-react'
import { m } from '../../locales/index.ts'
import { AddressText, Button, CopyButton, SecretText } from '../../ui/index.ts'
import styles from './MeetingPasswords.module.css'
import { showCopyResult } from './showCopyResult.ts'

export interface MeetingLiveProps {
	meeting: Meeting
	/** Omits a missing password; otherwise the text says that none is set. */
	onlySet?: boolean
	onPreview(): void
	/** Opens the desk where the live is run. */
	onDesk(): void
}

/**
 * Shows host and creator the live of a meeting (OP-082): its address, its password, a preview of the viewers' page, and the
 * way to the desk (DESK-01). Renders nothing without a live.
 */
export function MeetingLive({ meeting, onlySet, onPreview, onDesk }: MeetingLiveProps) {
	const { hasLive, liveUrl, livePassword, isLiveIntranet } = meeting
	if (!hasLive) return null
	return (
		<>
			<dl className={styles.passwords}>
				{liveUrl && (
					<div className={styles.row}>
						<dt>
							{m.meeting_live_address()}
							{isLiveIntranet && <span className={styles.note}>{m.meeting_live_intranet()}</span>}
						</dt>
						<dd>
							<span className={styles.address}>
								<AddressText address={liveUrl} />
							</span>
							<CopyButton text={liveUrl} label={m.meeting_live_copy_address()} onCopied={showCopyResult} />
						</dd>
					</div>
				)}
				{(livePassword || !onlySet) && (
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
				)}
				<div className={styles.row}>
					<dt>{m.meeting_live_preview()}</dt>
					<dd>
						<Button kind="quiet" className={styles.preview} onClick={onPreview}>
							{m.meeting_live_open_preview()}
						</Button>
					</dd>
				</div>
			</dl>
			<Button block className={styles.desk} icon={<RadioTower />} onClick={onDesk}>
				{m.meeting_live_desk()}
			</Button>
		</>
	)
}
