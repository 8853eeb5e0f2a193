import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { accept } from './accept.ts';

/** What is written of a request. Never its path: the link is in it, and the link decides. */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  routeKey: '$context.routeKey',
  status: '$context.status',
  responseLength: '$context.responseLength',
  integrationLatency: '$context.integrationLatency',
  error: '$context.integrationErrorMessage',
};

/** How people reach the gate's site: one route over HTTPS. Everything else is refused before any code runs. */
export class GateApi extends Construct {
  readonly api: apigateway.HttpApi;
  readonly stage: apigateway.HttpStage;
  readonly url: string;

  constructor(scope: Construct, id: string, props: { readonly site: IFunction; readonly logDays: number }) {
    super(scope, id);
    this.api = new apigateway.HttpApi(this, 'Api', {
      createDefaultStage: false,
      description: 'The pages behind the links that approvers are sent',
    });
    this.api.addRoutes({
      path: '/g/{ref}',
      methods: [apigateway.HttpMethod.ANY],
      integration: new HttpLambdaIntegration('Site', props.site),
    });
    accept(this.api, {
      'AwsSolutions-APIG4':
        'The link is the credential: an HMAC in the path that the site verifies before anything else',
    });
    const accessLog = new logs.LogGroup(this, 'AccessLog', {
      retention: props.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.stage = new apigateway.HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      // A few people open a few links: more than this is somebody guessing.
      throttle: { rateLimit: 20, burstLimit: 40 },
      accessLogSettings: {
        destination: new apigateway.LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
      },
    });
    this.url = this.api.apiEndpoint;
  }
}
