export { createProofService, type ProofService } from './proofs.ts'
export type { CodeInput, CodeRequest, VerificationService } from './service.ts'
export { createSqlVerificationStore } from './store.sql.ts'
export type { Proof, ProofPurpose, ProofSubject } from './store.ts'
