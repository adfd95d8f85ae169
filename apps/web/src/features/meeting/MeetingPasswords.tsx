import type { Meeting } from '@parley/api'
import { m } from '../../locales/index.ts'
import { SecretText } from '../../ui/index.ts'
import styles from './MeetingPasswords.module.css'
import { showCopyResult } from './showCopyResult.ts'

export interface MeetingPasswordsProps {
	meeting: Pick<Meeting, 'password' | 'hostPassword'>
	/** Omits a missing password; otherwise the text says that none is set. */
	onlySet?: boolean
}

/** The passwords of a meeting; the server sends them only to host and creator (LIST-27, DETAIL-06). */
export function MeetingPasswords({ meeting: { password, hostPassword }, onlySet }: MeetingPasswordsProps) {
	const hidden = m.meeting_password_hidden()
	if (onlySet && !password && !hostPassword) return null
	return (
		<dl className={styles.passwords}>
			{(password || !onlySet) && (
				<div className={styles.row}>
					<dt>{m.meeting_password_label()}</dt>
					<dd>
						{password ? (
							<SecretText
								secret={password}
								labels={{ hidden, reveal: m.meeting_show_password(), copy: m.meeting_copy_password() }}
								onCopied={showCopyResult}
							/>
						) : (
							<span className={styles.none}>{m.meeting_no_password()}</span>
						)}
					</dd>
				</div>
			)}
			{hostPassword && (
				<div className={styles.row}>
					<dt>{m.meeting_host_password_label()}</dt>
					<dd>
						<SecretText
							secret={hostPassword}
							labels={{ hidden, reveal: m.meeting_show_host_password(), copy: m.meeting_copy_host_password() }}
							onCopied={showCopyResult}
						/>
					</dd>
				</div>
			)}
		</dl>
	)
}
