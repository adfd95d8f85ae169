import { SiteId, UserId } from '@parley/core'
import * as v from 'valibot'
import type { Db } from '../../platform/db.ts'
import { cipherOf, type FieldCipher } from '../../platform/fieldCipher.ts'
import { insertRows } from '../../platform/rows.sql.ts'
import type { Code, CodeKey, Proof, ProofKey, ProofPurpose, ProofSubject, VerificationStore } from './store.ts'

type CodeRow = {
	id: string
	site_id: string
	purpose: number
	mobile_code: string
	mobile: string
	mobile_lookup: string
	code_hash: string
	tries: number
	created_at: number
	expires_at: number
	used_at: number | null
	is_sent: number
}
type ProofRow = {
	hash: string
	site_id: string
	purpose: string
	user_id: string | null
	mobile_code: string | null
	mobile: string | null
	expires_at: number
	used_at: number | null
}
const proofColumns = {
	hash: 'text',
	site_id: 'text',
	purpose: 'text',
	user_id: 'text',
	mobile_code: 'text',
	mobile: 'text',
	expires_at: 'bigint',
	used_at: 'bigint',
} as const
const setUp: ProofPurpose = 'setUp'

type VerificationTables = { sms_codes: CodeRow; proofs: ProofRow }

export function createSqlVerificationStore(database: Db): VerificationStore {
	const db = database.$extendTables<VerificationTables>()
	const cipher = cipherOf(database)
	const insertProofRows = insertRows(database, 'proofs', proofColumns, 'fail')
	return {
		async insertCode(code) {
			await db.insertInto('sms_codes').values(codeRow(code, cipher)).execute()
		},
		async removeCode(id) {
			await db.deleteFrom('sms_codes').where('id', '=', id).execute()
		},
		async listSendTimes(siteId, { areaCode, mobile }, since) {
			const rows = await db
				.selectFrom('sms_codes')
				.select('created_at')
				.where('site_id', '=', siteId)
				.where('mobile_code', '=', areaCode)
				.where('mobile_lookup', '=', cipher.lookup('sms_codes.mobile', mobile))
				.where('created_at', '>', since)
				.orderBy('created_at', 'desc')
				.execute()
			return rows.map(row => row.created_at)
		},
		async findNewestCode({ siteId, purpose, areaCode, mobile }) {
			const row = await db
				.selectFrom('sms_codes')
				.selectAll()
				.where('site_id', '=', siteId)
				.where('purpose', '=', purpose)
				.where('mobile_code', '=', areaCode)
				.where('mobile_lookup', '=', cipher.lookup('sms_codes.mobile', mobile))
				.orderBy('created_at', 'desc')
				.limit(1)
				.executeTakeFirst()
			return row && codeOf(row, cipher)
		},
		async countTry(id, mostTries, now) {
			const { numUpdatedRows } = await db
				.updateTable('sms_codes')
				.set(row => ({ tries: row('tries', '+', 1) }))
				.where('id', '=', id)
				.where('tries', '<', mostTries)
				.where('used_at', 'is', null)
				.where('expires_at', '>', now)
				.executeTakeFirst()
			return numUpdatedRows === 1n
		},
		async useCode(id, now) {
			const { numUpdatedRows } = await db
				.updateTable('sms_codes')
				.set({ used_at: now })
				.where('id', '=', id)
				.where('used_at', 'is', null)
				.executeTakeFirst()
			return numUpdatedRows === 1n
		},
		async insertProof(proof) {
			await db.insertInto('proofs').values(proofRow(proof, cipher)).execute()
		},
		async insertProofs(proofs, within) {
			await insertProofRows(
				proofs.map(proof => proofRow(proof, cipher)),
				within,
			)
		},
		async findKeptProof(hash) {
			const row = await db
				.selectFrom('proofs')
				.select(['site_id', 'purpose', 'user_id', 'expires_at', 'used_at'])
				.where('hash', '=', hash)
				.executeTakeFirst()
			if (!row) return undefined
			return {
				siteId: v.parse(SiteId, row.site_id),
				purpose: row.purpose as ProofPurpose,
				userId: row.user_id === null ? null : v.parse(UserId, row.user_id),
				expiresAt: row.expires_at,
				isUsed: row.used_at !== null,
			}
		},
		async hasValidSetUp(userId, now) {
			const row = await db
				.selectFrom('proofs')
				.select('hash')
				.where('user_id', '=', userId)
				.where('purpose', '=', setUp)
				.where('used_at', 'is', null)
				.where('expires_at', '>', now)
				.limit(1)
				.executeTakeFirst()
			return row !== undefined
		},
		async findProof({ hash, siteId, purpose }, now) {
			const row = await db
				.selectFrom('proofs')
				.select(['user_id', 'mobile_code', 'mobile'])
				.where('hash', '=', hash)
				.where('site_id', '=', siteId)
				.where('purpose', '=', purpose)
				.where('used_at', 'is', null)
				.where('expires_at', '>', now)
				.executeTakeFirst()
			return row && provenOf(row, cipher)
		},
		async consumeProof({ hash, siteId, purpose }: ProofKey, now) {
			const row = await db
				.updateTable('proofs')
				.set({ used_at: now })
				.where('hash', '=', hash)
				.where('site_id', '=', siteId)
				.where('purpose', '=', purpose)
				.where('used_at', 'is', null)
				.where('expires_at', '>', now)
				.returning(['user_id', 'mobile_code', 'mobile'])
				.executeTakeFirst()
			return row && provenOf(row, cipher)
		},
		async removeProofsForUser(userId) {
			await db.deleteFrom('proofs').where('user_id', '=', userId).where('purpose', '<>', setUp).execute()
			await db
				.updateTable('proofs')
				.set({ used_at: row => row.ref('expires_at') })
				.where('user_id', '=', userId)
				.where('used_at', 'is', null)
				.execute()
		},
		async removeOld(codesBefore, now, linksBefore) {
			await db.deleteFrom('sms_codes').where('created_at', '<=', codesBefore).execute()
			await db.deleteFrom('proofs').where('expires_at', '<=', now).where('purpose', '<>', setUp).execute()
			await db.deleteFrom('proofs').where('expires_at', '<=', linksBefore).execute()
		},
	}
}

const provenOf = (row: Pick<ProofRow, 'user_id' | 'mobile_code' | 'mobile'>, cipher: FieldCipher): ProofSubject => ({
	userId: row.user_id === null ? null : v.parse(UserId, row.user_id),
	areaCode: row.mobile_code,
	mobile: row.mobile === null ? null : cipher.decrypt('proofs.mobile', row.mobile),
})

const codeOf = (row: CodeRow, cipher: FieldCipher): Code => ({
	id: row.id,
	siteId: v.parse(SiteId, row.site_id),
	purpose: row.purpose,
	areaCode: row.mobile_code,
	mobile: cipher.decrypt('sms_codes.mobile', row.mobile),
	codeHash: row.code_hash,
	tries: row.tries,
	createdAt: row.created_at,
	expiresAt: row.expires_at,
	usedAt: row.used_at,
	isSent: row.is_sent === 1,
})

const codeRow = (code: Code, cipher: FieldCipher): CodeRow => ({
	id: code.id,
	...keyRow(code, cipher),
	code_hash: code.codeHash,
	tries: code.tries,
	created_at: code.createdAt,
	expires_at: code.expiresAt,
	used_at: code.usedAt,
	is_sent: code.isSent ? 1 : 0,
})

const keyRow = ({ siteId, purpose, areaCode, mobile }: CodeKey, cipher: FieldCipher) => ({
	site_id: siteId,
	purpose,
	mobile_code: areaCode,
	mobile: cipher.encrypt('sms_codes.mobile', mobile),
	mobile_lookup: cipher.lookup('sms_codes.mobile', mobile),
})

const proofRow = (proof: Proof, cipher: FieldCipher): ProofRow => ({
	hash: proof.hash,
	site_id: proof.siteId,
	purpose: proof.purpose,
	user_id: proof.userId,
	mobile_code: proof.areaCode,
	mobile: proof.mobile === null ? null : cipher.encrypt('proofs.mobile', proof.mobile),
	expires_at: proof.expiresAt,
	used_at: null,
})
