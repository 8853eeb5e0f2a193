import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Accepts findings of cdk-nag about one construct and what is under it, each with its reason. */
export function accept(construct: IConstruct, findings: { readonly [id: string]: string }): void {
  for (const [id, reason] of Object.entries(findings)) Validations.of(construct).acknowledge({ id, reason });
}
